"""Addresses of support: the contact form, the chat, complaints."""

from django.urls import path

from support import chat_paper_views, chat_views, complaint_views, views

app_name = "support"
urlpatterns = [
    path("", views.contact, name="contact"),
    path("chat/", chat_views.chat, name="chat"),
    path("chat/lines/", chat_views.news, name="news"),
    path("chat/badge/", chat_views.badge, name="badge"),
    path("chat/say/", chat_views.say, name="say"),
    path("chat/person/", chat_views.person, name="person"),
    path("chat/read/", chat_views.read, name="read"),
    path("chat/typing/", chat_views.typing, name="typing"),
    path("chats/", chat_paper_views.earlier, name="earlier"),
    path("chats/<int:pk>/", chat_paper_views.one, name="one-chat"),
    path("chats/<int:pk>/chat.txt", chat_paper_views.transcript, name="transcript"),
    path("chats/<int:pk>/mail/", chat_paper_views.mail, name="mail"),
    path("chats/<int:pk>/end/", chat_paper_views.end, name="end"),
    path("chats/<int:pk>/rate/", chat_paper_views.rate, name="rate"),
    path("chats/files/<int:pk>/", chat_views.file, name="file"),
    path("complaints/", complaint_views.complaint_page, name="complaints"),
    path("complaints/<int:pk>/escalate/", complaint_views.escalate, name="escalate"),
    path("complaints/by-mail/<str:ticket>/", complaint_views.by_mail, name="complaint-by-mail"),
]
